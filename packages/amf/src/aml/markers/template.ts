import { readContentId } from '../marker-values.ts'
import { truncateForNote } from '../rows.ts'
import type { MarkerKind } from './kind.ts'

const maxTemplateDepth = 5
/** Templates that reference templates multiply; a message needs only a handful. */
const maxTemplatesPerMessage = 100

/** `[[template: id]]`: one of the agent's message templates, compiled in place. */
export const templateMarker: MarkerKind = {
  name: 'template',
  takesId: false,
  rows: 'never',
  head: ['id'],
  read(marker, reader) {
    const id = readContentId('template', marker, reader)
    if (id === undefined) return undefined
    const { content, within, shared } = reader.compilation
    if (within.includes(id)) {
      reader.warning(
        'aml.template.loop',
        `The template “${truncateForNote(id)}” contains itself; the inner one was dropped`,
      )
    } else if (within.length >= maxTemplateDepth || shared.templates >= maxTemplatesPerMessage) {
      const limits = `${maxTemplateDepth} levels and ${maxTemplatesPerMessage} templates`
      reader.warning(
        'aml.template.depth',
        `The template “${truncateForNote(id)}” was dropped: a message has at most ${limits}`,
      )
    } else {
      const aml = content.template?.(id)
      if (aml !== undefined) return reader.compilation.expand(id, aml, reader.at)
      reader.warning('aml.template.unknown', `There is no template “${truncateForNote(id)}”, so nothing is sent for it`)
    }
    return undefined
  },
}
