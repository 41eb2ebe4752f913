/** A validation error in FastAPI's format. */
export interface ValidationItem {
  readonly type: string;
  readonly loc: readonly (string | number)[];
  readonly msg: string;
}

/** Why a request is rejected. */
export type RequestError =
  | { readonly kind: 'not-json' }
  | { readonly kind: 'invalid-body'; readonly items: readonly ValidationItem[] }
  | { readonly kind: 'model-not-found'; readonly model: string }
  | { readonly kind: 'context-length'; readonly limit: number; readonly prompt: number; readonly completion: number }
  | { readonly kind: 'unsupported'; readonly parameter: string; readonly model: string }
  | { readonly kind: 'options-without-stream' }
  /** Fields that the engine takes, but not with these values or together. */
  | { readonly kind: 'rejected'; readonly message: string; readonly parameter: string | null }
  | { readonly kind: 'busy' }
  | { readonly kind: 'broken' };

/** An error before a dialect formats it. */
export interface ErrorText {
  readonly status: number;
  readonly type: string;
  readonly message: string;
  readonly param: string | null;
  /** Error name, for dialects that prefer it to a number. */
  readonly name: string | null;
}

/** Returns the engines' text for an error. */
export function errorTextFor(problem: RequestError): ErrorText {
  switch (problem.kind) {
    case 'not-json':
      return errorText(400, 'BadRequestError', "[{'type': 'json_invalid', 'loc': ('body', 0), 'msg': 'JSON decode error'}]");
    case 'invalid-body':
      return errorText(400, 'BadRequestError', pythonList(problem.items), String(problem.items[0]?.loc[1] ?? '') || null);
    case 'model-not-found':
      return errorText(404, 'NotFoundError', `The model \`${problem.model}\` does not exist.`, 'model', 'model_not_found');
    case 'context-length': {
      const { limit, prompt, completion } = problem;
      const asked = `you requested ${prompt + completion} tokens (${prompt} in the messages, ${completion} in the completion)`;
      return errorText(
        400,
        'BadRequestError',
        `This model's maximum context length is ${limit} tokens. However, ${asked}. Please reduce the length of the messages or completion.`,
      );
    }
    case 'unsupported':
      return errorText(
        400,
        'BadRequestError',
        `\`${problem.parameter}\` is not supported by the model \`${problem.model}\`.`,
        problem.parameter,
      );
    case 'options-without-stream':
      return errorText(400, 'BadRequestError', 'Stream options can only be defined when `stream=True`.', 'stream_options');
    case 'rejected':
      return errorText(400, 'BadRequestError', problem.message, problem.parameter);
    case 'busy':
      return errorText(429, 'RateLimitError', 'Too many requests. Please try again later.');
    case 'broken':
      return errorText(500, 'InternalServerError', 'EngineCore encountered an issue. See stack trace (above) for the root cause.');
  }
}

function errorText(status: number, type: string, message: string, param: string | null = null, name: string | null = null): ErrorText {
  return { status, type, message, param, name };
}

/** Formats validation errors like Python's repr, because the engines are written in Python. */
function pythonList(items: readonly ValidationItem[]): string {
  const tuple = (loc: ValidationItem['loc']): string =>
    `(${loc.map((step) => (typeof step === 'number' ? step : `'${step}'`)).join(', ')})`;
  return `[${items.map((item) => `{'type': '${item.type}', 'loc': ${tuple(item.loc)}, 'msg': '${item.msg}'}`).join(', ')}]`;
}
