type Property = { type: string; title: string; description: string } & Record<string, unknown>

/** The form of a tool's settings: nothing beyond what it names. A `writeOnly` field is a secret. */
export function createConfigSchema(required: string[], properties: Record<string, Property>): Record<string, unknown> {
  return { type: 'object', additionalProperties: false, required, properties }
}

/** What a call takes: nothing beyond what it names. */
export function createParametersSchema(
  required: string[],
  properties: Record<string, Record<string, unknown>>,
): Record<string, unknown> {
  return { type: 'object', additionalProperties: false, required, properties }
}

export const connectionIdProperty = {
  type: 'string',
  title: 'Connected account',
  description: 'Id of an org connection to use. Left out, the tool uses the account it was itself connected with.',
  maxLength: 200,
}
