import type { PrintFileServiceService } from '@estampa/contracts/media/v1/print_file';
import type { Handlers } from '@estampa/kit/rpc/server';
import type { Context } from '../context.ts';
import { mustBePrintFormat } from '../domain/print-job.ts';
import { printFileMessage } from '../messages/print-file.ts';
import { getPrintFile } from '../usecases/prints/get-print-file.ts';
import { listPrintFiles } from '../usecases/prints/list-print-files.ts';

export const printFiles: Handlers<typeof PrintFileServiceService, Context> = {
  getPrintFile: (context, { format = 'png', ...request }) =>
    getPrintFile(context, { ...request, format: mustBePrintFormat(format) }),
  listPrintFiles: async (context, { orderItemId }) => ({
    files: (await listPrintFiles(context, orderItemId)).map(printFileMessage),
  }),
};
