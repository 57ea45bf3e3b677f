import type { Reporter, TestModule } from 'vitest/node';

/** Prints failed tests alone, with their messages: for tests that say in a line what is wrong, and where. */
export default class ShortReporter implements Reporter {
  onTestModuleEnd(file: TestModule): void {
    for (const { message } of file.errors()) process.stdout.write(`${file.moduleId}:\n${message}\n`);
    for (const test of file.children.allTests('failed')) {
      const messages = test.result().errors?.map(({ message }) => message) ?? [];
      process.stdout.write(`${test.name}:\n${messages.join('\n')}\n`);
    }
  }
}
