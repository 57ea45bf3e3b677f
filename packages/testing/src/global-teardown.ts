import { endTestRun } from './test-run-end.ts';

export default endTestRun;
