import { describe, expect, it } from '@jest/globals';
import { headerOf, parseAnswer, requestBytes } from './connection.ts';

const HEAD = 'HTTP/1.1 200 OK\r\nServer-Timing: settle;dur=4.2\r\n';

describe('an answer', () => {
  it.each([
    ['with a length', `${HEAD}Content-Length: 5\r\n\r\nhello`],
    ['in chunks', `${HEAD}Transfer-Encoding: chunked\r\n\r\n3\r\nhel\r\n2\r\nlo\r\n0\r\n\r\n`],
  ])('%s is whole with its last byte and not before', (_form, text) => {
    const bytes = Buffer.from(text);

    expect(parseAnswer(bytes)?.body.toString()).toBe('hello');
    for (let length = 0; length < bytes.length - 2; length += 1)
      expect(parseAnswer(bytes.subarray(0, length))?.body.toString()).toBeUndefined();
  });

  it('may have no body', () => {
    expect(parseAnswer(Buffer.from('HTTP/1.1 204 No Content\r\n\r\n'))).toMatchObject({ status: 204 });
  });

  it('has headers in any case of letters', () => {
    const { head } = parseAnswer(Buffer.from(`${HEAD}Content-Length: 0\r\n\r\n`))!;

    expect(headerOf(head, 'server-timing')).toBe('settle;dur=4.2');
    expect(headerOf(head, 'etag')).toBeUndefined();
  });
});

it('says the length of a request in bytes', () => {
  const text = requestBytes({ method: 'POST', path: '/a', token: 't', body: { name: 'São' } }).toString();

  expect(text).toContain('POST /a HTTP/1.1\r\n');
  expect(text).toContain('authorization: Bearer t\r\n');
  expect(text).toContain('content-length: 15\r\n\r\n{"name":"São"}');
});
