import { Router } from 'express';
import { Rejection } from '../domain/rejection.ts';
import type { Sandbox } from '../sandbox.ts';
import { ScriptRule } from '../scripts/script-rule.ts';
import { scriptView, type Script } from '../scripts/scripts.ts';
import { respondOrGoBack } from './go-back.ts';

export function scriptControls({ scripts, courier, publicUrl }: Sandbox): Router {
  const router = Router();
  const byId = (id: string): Script => {
    const script = scripts.get(id);
    if (!script) throw new Rejection('not_found', 'not_found', `There is no script ${id}.`);
    return script;
  };

  router.post('/scripts', (request, response) => {
    response.status(201).json(scriptView(scripts.add(ScriptRule.parse(request.body ?? {}))));
  });

  router.get('/scripts', (_request, response) => {
    response.json({ scripts: scripts.all().map(scriptView) });
  });

  router.get('/scripts/:id', (request, response) => {
    response.json(scriptView(byId(request.params.id)));
  });

  router.post('/scripts/:id/release', (request, response) => {
    const script = byId(request.params.id);
    scripts.release(script);
    if (script.rule.delivery === 'reversed') courier.releaseStashed();
    respondOrGoBack(request, response, publicUrl(), scriptView(script));
  });

  router.delete('/scripts/:id', (request, response) => {
    scripts.remove(byId(request.params.id));
    response.status(204).end();
  });

  return router;
}
