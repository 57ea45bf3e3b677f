/** How a container of an image is run, as its configuration in OCI has it. */
export interface Runtime {
  readonly Env: readonly string[];
  readonly User: string;
  readonly WorkingDir: string;
  readonly Entrypoint: readonly string[];
  readonly Cmd: readonly string[];
  readonly ExposedPorts: Readonly<Record<string, object>>;
  readonly StopSignal: string;
}

/** The last stage of the Dockerfile says how images run, so that those of a release run alike. Fails where it leaves something open. */
export function runtimeOf(dockerfile: string): Runtime {
  const lines = dockerfile
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
  const stage = lines.slice(lines.findLastIndex((line) => line.startsWith('FROM ')));
  const all = (name: string) =>
    stage.filter((line) => line.startsWith(`${name} `)).map((line) => line.slice(name.length + 1));
  const one = (name: string): string => {
    const [value] = all(name);
    if (value === undefined) throw new Error(`The last stage of the Dockerfile has no ${name}`);
    return value;
  };
  return {
    Env: ['PATH=/usr/local/bin:/usr/bin', ...all('ENV').flatMap((line) => line.split(/\s+/))],
    User: one('USER'),
    WorkingDir: one('WORKDIR'),
    Entrypoint: JSON.parse(one('ENTRYPOINT')) as string[],
    Cmd: JSON.parse(one('CMD')) as string[],
    ExposedPorts: Object.fromEntries(
      one('EXPOSE')
        .split(' ')
        .map((port) => [`${port}/tcp`, {}]),
    ),
    StopSignal: one('STOPSIGNAL'),
  };
}
