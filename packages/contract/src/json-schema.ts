import { z } from 'zod'

/** A schema as OpenAPI 3.1 takes it. @param io what a caller sends, or what an answer holds */
export function jsonSchemaOf(schema: z.ZodType, io: 'input' | 'output'): Record<string, unknown> {
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      // zod takes every preprocessed field for optional; those that reject `undefined` are required.
      if (io === 'output' || !(zodSchema instanceof z.ZodObject)) return
      const shape = zodSchema.shape as Record<string, z.ZodType>
      const required = Object.keys(shape).filter((name) => !shape[name]?.safeParse(undefined).success)
      if (required.length > 0) jsonSchema.required = required
      else delete jsonSchema.required
    },
  })
  return json
}
