import { describe, expect, it } from 'vitest';
import { breakingChanges } from './breaking-changes.ts';

// oxlint-disable-next-line no-explicit-any -- a document is arbitrary JSON
type Json = any;

/** A document with one operation whose request and response have the same shape, for a case to change. */
const documentOf = (change: (document: Json) => void = () => undefined): Json => {
  const content = (name: string) => ({ 'application/json': { schema: { $ref: `#/components/schemas/${name}` } } });
  const thing = {
    type: 'object',
    required: ['name'],
    properties: {
      name: { type: 'string', maxLength: 10 },
      state: { type: 'string', enum: ['on', 'off'] },
      size: { anyOf: [{ type: 'integer' }, { type: 'null' }] },
    },
  };
  const document = {
    paths: {
      '/things': {
        post: {
          operationId: 'createThing',
          'x-auth': 'user',
          parameters: [{ name: 'q', in: 'query', required: false, schema: { type: 'string' } }],
          requestBody: { required: false, content: content('Sent') },
          responses: { 201: { content: content('Read') } },
        },
      },
    },
    components: { schemas: { Sent: structuredClone(thing), Read: structuredClone(thing) } },
  };
  change(document);
  return document;
};

const post = (document: Json): Json => document.paths['/things'].post;
const { Sent: _sent, Read: _read } = documentOf().components.schemas;
const sent = (document: Json): typeof _sent => document.components.schemas.Sent;
const read = (document: Json): typeof _read => document.components.schemas.Read;

const without = (all: Json, name: string): Json =>
  Object.fromEntries(Object.entries(all).filter(([key]) => key !== name));

const orNull = (own: object): Json => ({ anyOf: [{ type: 'string', ...own }, { type: 'null' }] });

describe('a change breaks clients', () => {
  it.each<[string, (document: Json) => void]>([
    ['POST /things is gone', (its) => delete its.paths['/things']],
    ['it was called createThing', (its) => (post(its).operationId = 'makeThing')],
    ['who may call changed from user', (its) => (post(its)['x-auth'] = 'admin')],
    ['the parameter q must be sent', (its) => (post(its).parameters[0].required = true)],
    ['the parameter p must be sent', (its) => post(its).parameters.push({ name: 'p', in: 'query', required: true })],
    ['a body must be sent', (its) => (post(its).requestBody.required = true)],
    ['a body of application/json is not taken', (its) => (post(its).requestBody.content = {})],
    ['body.state must be sent', (its) => sent(its).required.push('state')],
    ['body.state no longer takes off', (its) => (sent(its).properties.state.enum = ['on'])],
    ['maxLength of body.name fell', (its) => (sent(its).properties.name.maxLength = 9)],
    ['maxLength of body.name fell', (its) => (sent(its).properties.name = orNull({ maxLength: 9 }))],
    ['answer.name is no longer string', (its) => (read(its).properties.name = orNull({ maxLength: 10 }))],
    ['minLength of body.name rose', (its) => (sent(its).properties.name.minLength = 1)],
    ['the pattern of body.name changed', (its) => (sent(its).properties.name.pattern = 'a')],
    ['body.name is no longer string', (its) => (sent(its).properties.name.type = 'integer')],
    ['the answer 201 is gone', (its) => (post(its).responses = {})],
    ['the answer 200 is new', (its) => (post(its).responses[200] = post(its).responses[201])],
    ['answer.state is gone', (its) => delete read(its).properties.state],
    ['answer.name may be missing', (its) => (read(its).required = [])],
    ['answer.name is no longer string', (its) => (read(its).properties.name.type = ['string', 'null'])],
    [
      'answer.name is gone',
      (its) =>
        (its.components.schemas.Read = {
          oneOf: [{ ...read(its), properties: without(read(its).properties, 'name') }],
        }),
    ],
    ['answer may be null', (its) => (its.components.schemas.Read = { anyOf: [read(its), { type: 'null' }] })],
    ['the format of answer.name changed', (its) => (read(its).properties.name.format = 'uuid')],
  ])('%s', (what, change) => {
    expect(breakingChanges(documentOf(), documentOf(change))).toEqual([expect.stringContaining(what)]);
  });
});

describe('a compatible change', () => {
  it.each<[string, (document: Json) => void]>([
    ['none', () => undefined],
    [
      'another kind of response as an alternative',
      (its) => (its.components.schemas.Read = { oneOf: [{ type: 'object' }, read(its)] }),
    ],
    ['another operation', (its) => (its.paths['/others'] = {})],
    ['an optional parameter', (its) => post(its).parameters.push({ name: 'p', in: 'query', required: false })],
    ['an optional member of a body', (its) => (sent(its).properties.more = { type: 'string' })],
    ['a member that need not be sent any more', (its) => (sent(its).required = [])],
    ['a wider bound', (its) => (sent(its).properties.name.maxLength = 11)],
    ['another word that is taken', (its) => sent(its).properties.state.enum.push('dim')],
    ['a body that takes null', (its) => (sent(its).properties.name.type = ['string', 'null'])],
    ['a body that takes null by choice', (its) => (sent(its).properties.name = orNull({ maxLength: 10 }))],
    ['a member of an answer', (its) => (read(its).properties.more = { type: 'string' })],
    ['a member that is always there', (its) => read(its).required.push('state')],
    ['another error status', (its) => (post(its).responses[409] = {})],
  ])('%s', (_what, change) => {
    expect(breakingChanges(documentOf(), documentOf(change))).toEqual([]);
  });
});
