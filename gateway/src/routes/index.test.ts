import { describe, expect, it } from 'vitest';
import { routes } from './index.ts';

describe('the route table', () => {
  it('has each operation once', () => {
    const operations = routes.map(({ method, path }) => `${method} ${path}`);

    expect(operations.length - new Set(operations).size).toBe(0);
  });

  it('declares a parameter for every name in a path, and none besides', () => {
    for (const { path, params } of routes) {
      const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);

      expect([path, Object.keys(params?.shape ?? {})]).toEqual([path, named]);
    }
  });

  it('declares whose record is named in a path for users or sellers', () => {
    const open = routes.filter(({ auth, params, owner }) => /user|seller/.test(auth) && params && !owner);

    expect(open.map(({ name }) => name)).toEqual([]);
  });

  it('declares its response, unless it has none', () => {
    const silent = routes.filter(({ response, produces, status }) => !response && !produces && status !== 204);

    expect(silent.map(({ path }) => path)).toEqual([]);
  });
});
