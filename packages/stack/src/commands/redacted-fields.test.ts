import { describe, expect, it } from 'vitest';
import { type Image, type ProtoMessage, readProtos } from './proto-image.ts';
import { redactedFields } from './redacted-fields.ts';

const imageOf = (...messageType: ProtoMessage[]): Image => ({ file: [{ package: 'estampa.test', messageType }] });

const text = (name: string, debugRedact?: boolean) => ({
  name,
  type: 'TYPE_STRING',
  ...(debugRedact !== undefined && { options: { debugRedact } }),
});

const PERSONAL =
  /mail|phone|whatsapp|password|token|document_number|full_name|street|neighborhood|complement|(^|_)(cep|cpf|cnpj|city|birth\w*|pronouns)$/;

describe('the fields that logs hide', () => {
  it('include an unmarked text beside personal data', () => {
    const user = {
      name: 'User',
      field: [text('user_id'), text('email', true), text('status', false), text('pronouns')],
    };

    expect(redactedFields(imageOf(user))).toEqual(['email', 'pronouns']);
  });

  it('exclude messages without personal data, and what is no text', () => {
    const product = { name: 'Product', field: [text('title')] };
    const user = { name: 'User', field: [text('email', true), { name: 'created_at', type: 'TYPE_MESSAGE' }] };

    expect(redactedFields(imageOf(product, user))).toEqual(['email']);
  });

  describe('in proto/', async () => {
    const image = await readProtos();
    const fields = image.file.flatMap(({ messageType = [] }) => messageType.flatMap(({ field = [] }) => field));
    const hidden = redactedFields(image);

    it('include every text whose name says that it is personal', () => {
      const personal = fields.filter(({ name, type }) => type === 'TYPE_STRING' && PERSONAL.test(name));
      const names = personal.map(({ name }) => name);

      expect(names).toContain('document_number');
      expect(names.filter((name) => !hidden.includes(name))).toEqual([]);
    });

    it('are shown nowhere else, as logs know names only', () => {
      const shown = fields.filter(({ options }) => options?.debugRedact === false).map(({ name }) => name);

      expect(shown.filter((name) => hidden.includes(name))).toEqual([]);
    });
  });
});
