import type { PrintFileServiceService } from '@estampa/contracts/media/v1/print_file';
import type { Handlers } from '@estampa/kit/rpc/server';
import type { Context } from '../context.ts';
import { mustBePrintFormat } from '../domain/print-job.ts';
import { getPrintFile } from '../usecases/prints/get-print-file.ts';

export const printFiles: Handlers<typeof PrintFileServiceService, Context> = {
  getPrintFile: (context, { orderItemId, format = 'png' }) =>
    getPrintFile(context, { orderItemId, format: mustBePrintFormat(format) }),
};
