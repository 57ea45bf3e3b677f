export type FieldProblem = { readonly path: string; readonly code: string; readonly message: string };

/** A rejection of the API (RFC 9457); `message` is its sentence for people. */
export class ApiProblem<Code extends string = string> extends Error {
  override readonly name = 'ApiProblem';
  readonly operation: string;
  readonly status: number;
  readonly headers: Headers;
  /** A stable slug to decide on, such as `wrong_state`. Later versions may add others: handle those by `status`. */
  readonly code: Code;
  /** What is wrong with which field. */
  readonly fields: readonly FieldProblem[];
  readonly requestId: string | null;
  /** When to try again, if the response says so. */
  readonly retryAfterMs: number | null;
  /** The complete body, with members of its own. */
  readonly problem: Readonly<Record<string, unknown>>;

  constructor(operation: string, response: Pick<Response, 'status' | 'headers'>, problem: Record<string, unknown>) {
    super(typeof problem['detail'] === 'string' ? problem['detail'] : `${operation} failed with ${response.status}`);
    this.operation = operation;
    this.status = response.status;
    this.headers = response.headers;
    this.code = (typeof problem['code'] === 'string' ? problem['code'] : 'unknown') as Code;
    this.fields = Array.isArray(problem['errors']) ? (problem['errors'] as FieldProblem[]) : [];
    this.requestId = response.headers.get('x-request-id');
    this.retryAfterMs = retryAfterOf(response.headers);
    this.problem = problem;
  }

  /** Reads the rejection that a response is. */
  static async of(operation: string, response: Response): Promise<ApiProblem> {
    const body: unknown = await response.json().catch(() => null);
    return new ApiProblem(operation, response, isRecord(body) ? body : {});
  }
}

/** No response came: the network or the server is down. Whether anything was done is unknown. */
export class ApiUnreachable extends Error {
  override readonly name = 'ApiUnreachable';

  constructor(operation: string, cause: unknown) {
    super(`${operation} got no answer`, { cause });
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

function retryAfterOf(headers: Headers): number | null {
  const seconds = Number(headers.get('retry-after') ?? Number.NaN);
  return Number.isFinite(seconds) && seconds >= 0 ? seconds * 1_000 : null;
}
