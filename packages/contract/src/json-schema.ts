import { z } from 'zod'

/** Converts a zod schema to the JSON Schema of OpenAPI 3.1. @param io request ('input') or response ('output') */
export function jsonSchemaOf(schema: z.ZodType, io: 'input' | 'output'): Record<string, unknown> {
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      // zod treats every preprocessed field as optional; fields that reject `undefined` are required.
      if (io === 'output' || !(zodSchema instanceof z.ZodObject)) return
      const shape = zodSchema.shape as Record<string, z.ZodType>
      const required = Object.keys(shape).filter((name) => !shape[name]?.safeParse(undefined).success)
      if (required.length > 0) jsonSchema.required = required
      else delete jsonSchema.required
    },
  })
  return json
}
