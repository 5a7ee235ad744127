type Property = { type: string; title: string; description: string } & Record<string, unknown>

/** JSON Schema of a tool's settings, with no additional properties. A `writeOnly` field is a secret. */
export function createConfigSchema(required: string[], properties: Record<string, Property>): Record<string, unknown> {
  return { type: 'object', additionalProperties: false, required, properties }
}

/** JSON Schema of a call's parameters, with no additional properties. */
export function createParametersSchema(
  required: string[],
  properties: Record<string, Record<string, unknown>>,
): Record<string, unknown> {
  return { type: 'object', additionalProperties: false, required, properties }
}

export const connectionIdProperty = {
  type: 'string',
  title: 'Connected account',
  description: 'The id of an org connection to use. Default: the account that the tool itself is connected to.',
  maxLength: 200,
}
