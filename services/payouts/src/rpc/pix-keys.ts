import type { PixKeyServiceService } from '@estampa/contracts/payouts/v1/pix_key';
import { command } from '@estampa/kit/rpc/command';
import type { Handlers } from '@estampa/kit/rpc/server';
import type { Context } from '../context.ts';
import { pixKeyMessage } from '../messages/pix-key.ts';
import { deletePixKey } from '../usecases/delete-pix-key.ts';
import { getPixKey } from '../usecases/get-pix-key.ts';
import { setPixKey } from '../usecases/set-pix-key.ts';

export const pixKeys: Handlers<typeof PixKeyServiceService, Context> = {
  async getPixKey(context) {
    return { pixKey: pixKeyMessage(await getPixKey(context)) };
  },

  setPixKey: command(setPixKey, (row) => ({ pixKey: pixKeyMessage(row) })),

  deletePixKey: command(deletePixKey, () => ({})),
};
