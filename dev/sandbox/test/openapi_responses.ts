/** Validates responses against the sandbox's own OpenAPI document. */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import * as zod from 'zod';

const documentSchema = zod.object({
  paths: zod.record(
    zod.string(),
    zod.record(
      zod.string(),
      zod.object({
        responses: zod.record(
          zod.string(),
          zod.object({ content: zod.record(zod.string(), zod.unknown()).optional() }),
        ),
      }),
    ),
  ),
});

interface Exchange {
  method: string;
  path: string;
  status: number;
  contentType: string | null;
  body: unknown;
}

export class OpenApiResponses {
  readonly #paths;
  // Compiling the meta schema would take longer than everything else in most tests.
  readonly #ajv = new Ajv2020({
    strict: false,
    validateFormats: false,
    allErrors: true,
    validateSchema: false,
  });

  constructor(document: object) {
    this.#paths = documentSchema.parse(document).paths;
    this.#ajv.addSchema(document, 'openapi');
  }

  /** Returns what the document does not allow in the response, or `undefined`. */
  problemOf({ method, path, status, contentType, body }: Exchange): string | undefined {
    const [pathname = ''] = path.split('?', 1);
    const template = this.#templateOf(pathname);
    // HEAD is allowed where it has no effect, and has the status of GET.
    if (method === 'HEAD' && status === 405) return undefined;
    const verb = method === 'HEAD' ? 'get' : method.toLowerCase();
    const responses = template && this.#paths[template]?.[verb]?.responses;
    // Not in the document: an unknown path (404) or method (405).
    if (!template || !responses) return status < 400 ? `${method} ${path} is not documented` : undefined;
    const response = responses[status];
    if (!response) return `${method} ${template} does not document the status ${status}`;
    if (!response.content || method === 'HEAD' || contentType === null) return undefined;
    const [mediaType = ''] = contentType.split(';', 1);
    const isDocumented = Object.hasOwn(response.content, mediaType) || Object.hasOwn(response.content, '*/*');
    if (!isDocumented) return `${method} ${template} ${status} does not document the type ${mediaType}`;
    if (mediaType !== 'application/json') return undefined;
    const validate = this.#validatorOf([
      'paths',
      template,
      verb,
      'responses',
      String(status),
      'content',
      mediaType,
      'schema',
    ]);
    return validate?.(body) === false
      ? `${method} ${template} ${status}: ${this.#ajv.errorsText(validate.errors)} in ${JSON.stringify(body).slice(0, 300)}`
      : undefined;
  }

  /** Returns the documented path that a path matches; one without parameters takes precedence. */
  #templateOf(pathname: string): string | undefined {
    if (Object.hasOwn(this.#paths, pathname)) return pathname;
    const matching = Object.keys(this.#paths).filter((template) => {
      const pattern = template.replace(/[.]/g, '\\.').replace(/\{\w+\}/g, '[^/]+');
      return new RegExp(`^${pattern}$`).test(pathname);
    });
    // The longest is the most specific: /v1/orders/{id}.pdf before /v1/orders/{order_id}.
    return matching.find((template) => !template.endsWith('}')) ?? matching[0];
  }

  #validatorOf(pointer: readonly string[]): ValidateFunction | undefined {
    const fragment = pointer.map((part) =>
      encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1')),
    );
    return this.#ajv.getSchema(`openapi#/${fragment.join('/')}`);
  }
}
