import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { useAgent } from '../../../app/current-org.ts'
import { type Editor, useEditor } from '../../../components/editor/useEditor.ts'
import {
  type KnowledgeSectionName,
  type KnowledgeSections,
  putSection,
  readSection,
  sectionPathOf,
} from './knowledge-section.ts'

type ItemEditorOptions<N extends KnowledgeSectionName, Form> = {
  section: N
  /** Undefined for a new item. */
  id: string | undefined
  formOf: (item: KnowledgeSections[N] | undefined) => Form
  itemOf: (form: Form, before: KnowledgeSections[N] | undefined) => KnowledgeSections[N]
  onSaved?: () => void
}

/** Edits one item of a list that is saved as a whole. It is a conflict only if another user changed this item. */
export function useItemEditor<N extends KnowledgeSectionName, Form extends Record<string, unknown>>(
  options: ItemEditorOptions<N, Form>,
): Editor<Form> {
  type Item = KnowledgeSections[N]
  const { section, formOf, itemOf } = options
  const agent = useAgent()
  const queries = useQueryClient()
  const id = useRef(options.id)
  const nameOfNew = useRef(crypto.randomUUID())
  const indexRef = useRef(0)
  const base = useRef<Form>(undefined)
  const find = (items: readonly Item[]) => items.find((item) => item.id === id.current)

  const write = async (form: Form, headers: Record<string, string>): Promise<Response> => {
    const now = await readSection(agent.api, section)
    const before = find(now.items)
    const item = itemOf(form, before)
    const at = before ? now.items.indexOf(before) : now.items.length
    indexRef.current = at
    const items = [...now.items.slice(0, at), item, ...now.items.slice(at + 1)]
    // If only other items changed, uses the new ETag; if this item changed, sends the old ETag so that the server
    // rejects the write.
    const etag = isSame(formOf(before), base.current) ? now.etag : headers['if-match']
    const answer = await putSection(agent.api, section, { items, etag })
    id.current = item.id
    return answer
  }
  const editor = useEditor<Form>({
    key: agent.key('knowledge', section, 'item', options.id ?? nameOfNew.current),
    read: (signal) => agent.api.raw('GET', sectionPathOf(section), { signal }),
    write,
    toForm: (body: { data: Item[] }) => formOf(find(body.data)),
    toFormField: (field) => field.replace(`${section}[${indexRef.current}].`, ''),
    onSaved: (_, isDirty) => {
      for (const name of ['knowledge', 'lint', 'export'])
        void queries.invalidateQueries({
          queryKey: agent.key(name),
          predicate: ({ queryKey }) => queryKey.at(-1) !== 'versioned',
        })
      if (!isDirty) options.onSaved?.()
    },
  })
  base.current = editor.saved
  return editor
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)
