import type { ProviderTemplate } from '../model/message.ts'

/** The request body of a message template, without the recipient. A template without variables has no components. */
export function createTemplatePayload({ name, language, variables }: ProviderTemplate): object {
  const parameters = variables.map((text) => ({ type: 'text', text: toVariable(text) }))
  const components = parameters.length > 0 ? { components: [{ type: 'body', parameters }] } : {}
  return { type: 'template', template: { name, language: { policy: 'deterministic', code: language }, ...components } }
}

/** The provider accepts neither line breaks nor tabs nor more than four spaces in a row, and no empty value. */
const toVariable = (text: string): string => text.replace(/[\r\n\t]+| {4,}/g, ' ').trim() || '-'
