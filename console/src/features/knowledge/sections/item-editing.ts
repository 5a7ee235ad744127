import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useRef, useState } from 'react'
import { useAgent } from '../../../app/current-org.ts'
import { type Editor, useEditor } from '../../../components/editor/useEditor.ts'
import { deleteWithUndo } from '../../../components/notify.tsx'
import {
  type KnowledgeSectionName,
  type KnowledgeSections,
  putSection,
  readSection,
  type SectionEdit,
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

type EditableSection<Item> = {
  items: Item[] | undefined
  insist: (edit: SectionEdit<Item>, query?: Record<string, string>) => Promise<unknown>
}

/** The items of a section without those being deleted; a deletion can be undone for ten seconds. */
export function useDeleteItems<Item extends { id: string }>(
  section: EditableSection<Item>,
  nameOf: (deleted: readonly Item[]) => string,
  query?: Record<string, string>,
) {
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set())
  const visibleItems = useMemo(() => section.items?.filter(({ id }) => !hidden.has(id)), [section.items, hidden])
  const drop = (deleted: readonly Item[]) => {
    const ids = new Set(deleted.map(({ id }) => id))
    const restore = () => setHidden((before) => new Set([...before].filter((id) => !ids.has(id))))
    deleteWithUndo({
      name: nameOf(deleted),
      hide: () => setHidden((before) => new Set([...before, ...ids])),
      restore,
      // A later item with the same id is a different one and must be shown.
      remove: () => section.insist(removeItems(ids), query).then(restore),
    })
  }
  return { visibleItems, drop }
}

function removeItems<Item extends { id: string }>(ids: ReadonlySet<string>): SectionEdit<Item> {
  return (items) => items.filter(({ id }) => !ids.has(id))
}

/** Creates a short id from a name that no other item uses. */
export function createId(name: string, usedIds: ReadonlySet<string>): string {
  const plain = name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  const slug = plain.replace(/[^a-z0-9]+/g, '-').slice(0, 60)
  const base = slug.replace(/^-+|-+$/g, '') || 'item'
  if (!usedIds.has(base)) return base
  for (let nth = 2; ; nth++) if (!usedIds.has(`${base}-${nth}`)) return `${base}-${nth}`
}
