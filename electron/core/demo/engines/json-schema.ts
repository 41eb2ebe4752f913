import * as z from 'zod';

/** As much of JSON Schema as is needed to fill in a function's arguments. */
export interface JsonSchema {
  readonly type?: string | readonly string[] | undefined;
  readonly enum?: readonly unknown[] | undefined;
  readonly const?: unknown;
  readonly default?: unknown;
  readonly description?: string | undefined;
  readonly format?: string | undefined;
  readonly minimum?: number | undefined;
  readonly properties?: Readonly<Record<string, JsonSchema>> | undefined;
  readonly required?: readonly string[] | undefined;
  readonly items?: JsonSchema | undefined;
}

/** Reads what it knows and lets the rest pass. */
export const jsonSchemaSchema: z.ZodType<JsonSchema> = z.lazy(() =>
  z.object({
    type: z.union([z.string(), z.array(z.string())]).optional(),
    enum: z.array(z.unknown()).optional(),
    const: z.unknown().optional(),
    default: z.unknown().optional(),
    description: z.string().optional(),
    format: z.string().optional(),
    minimum: z.number().optional(),
    properties: z.record(z.string(), jsonSchemaSchema).optional(),
    required: z.array(z.string()).optional(),
    items: jsonSchemaSchema.optional().catch(undefined),
  }),
);
