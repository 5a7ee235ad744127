import type { AdapterBinding, AdapterTools, ListedTemplate } from '../../../adapter.ts'
import type { Fields } from '../../webhook-request.ts'
import { readFields } from '../../webhook-request.ts'
import { callGraph, toPathSegment } from '../api.ts'
import { readFieldsList, readMetaText } from '../webhook.ts'

/** An account has at most 6,000 templates; more pages than this would only repeat. */
const maxPages = 30
const pageSize = 200

/** https://developers.facebook.com/docs/whatsapp/business-management-api/message-templates */
export async function listTemplates({ auth }: AdapterBinding, tools: AdapterTools): Promise<ListedTemplate[]> {
  const account = toPathSegment(auth.businessAccountId)
  const found: ListedTemplate[] = []
  let after: string | undefined
  for (let page = 0; page < maxPages; page++) {
    const query = new URLSearchParams({ fields: 'name,language,status,category,components', limit: String(pageSize) })
    if (after !== undefined) query.set('after', after)
    const answer = await callGraph({ path: `${account}/message_templates?${query}`, token: auth.accessToken }, tools)
    found.push(...readFieldsList(answer.data).flatMap(toListedTemplate))
    const paging = readFields(answer.paging)
    after = readMetaText(paging.next) === undefined ? undefined : readMetaText(readFields(paging.cursors).after)
    if (after === undefined) break
  }
  return found
}

function toListedTemplate(given: Fields): ListedTemplate[] {
  const [name, language, status] = [given.name, given.language, given.status].map(readMetaText)
  if (name === undefined || language === undefined || status === undefined) return []
  const category = readMetaText(given.category)
  const body = readFieldsList(given.components).find(({ type }) => readMetaText(type)?.toUpperCase() === 'BODY')
  const text = readMetaText(body?.text)
  const variables = new Set(text?.match(/\{\{[^{}]+\}\}/g)).size
  return [{ name, language, status, ...(category && { category }), ...(text && { text, variables }) }]
}
