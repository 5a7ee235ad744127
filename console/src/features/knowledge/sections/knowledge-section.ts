import { type AgentClient, Conflict, type Schema } from '@parley/sdk'

export type AgentThing = Schema<'AgentThing'>
type ThingBody = Schema<'SentThing'>
export type AgentCollection = Schema<'AgentCollection'>
export type AgentFact = Schema<'AgentFact'>

/** Sections of the knowledge catalog: lists that are read and written as a whole, each guarded by its ETag. */
export type KnowledgeSections = { things: AgentThing; collections: AgentCollection; facts: AgentFact }
export type KnowledgeSectionName = keyof KnowledgeSections
export type SectionVersion<Item> = { items: Item[]; etag: string | undefined }
/** An edit is a function of the current list, so that it can be reapplied after another user's change. */
export type SectionEdit<Item> = (items: readonly Item[]) => readonly Item[]

export const sectionPathOf = (name: KnowledgeSectionName): `/knowledge/${KnowledgeSectionName}` => `/knowledge/${name}`

export async function readSection<N extends KnowledgeSectionName>(
  api: AgentClient,
  name: N,
  signal?: AbortSignal,
): Promise<SectionVersion<KnowledgeSections[N]>> {
  return readVersion<KnowledgeSections[N]>(await api.raw('GET', sectionPathOf(name), { signal }))
}

type SectionPut<Item> = { items: readonly Item[]; etag: string | undefined; query?: Record<string, string> }

export function putSection<N extends KnowledgeSectionName>(
  api: AgentClient,
  name: N,
  { items, etag, query }: SectionPut<KnowledgeSections[N]>,
): Promise<Response> {
  const body = { [name]: name === 'things' ? (items as readonly AgentThing[]).map(toSectionBody) : items }
  return api.raw('PUT', sectionPathOf(name), { body, query, headers: etag ? { 'if-match': etag } : {} })
}

const maxAttempts = 4

/** Applies the edit to the saved list, and reapplies it if another user saved in between. */
export async function changeSection<N extends KnowledgeSectionName>(
  api: AgentClient,
  name: N,
  {
    edit,
    base,
    query,
  }: {
    edit: SectionEdit<KnowledgeSections[N]>
    base: SectionVersion<KnowledgeSections[N]>
    query?: Record<string, string>
  },
): Promise<SectionVersion<KnowledgeSections[N]>> {
  let version = base
  for (let nth = 1; ; nth++) {
    try {
      const put = { items: edit(version.items), etag: version.etag, query }
      return await readVersion<KnowledgeSections[N]>(await putSection(api, name, put))
    } catch (error) {
      if (!isVersionConflict(error) || nth === maxAttempts) throw error
      version = await readSection(api, name)
    }
  }
}

export const isVersionConflict = (error: unknown): boolean => error instanceof Conflict && error.status === 412

export async function readVersion<Item>(answer: Response): Promise<SectionVersion<Item>> {
  const { data } = (await answer.json()) as { data: Item[] }
  return { items: data, etag: answer.headers.get('etag') ?? undefined }
}

/** `collections` replaces `collection`; a Thing in no collection sends an empty list. */
function toSectionBody({ collection: _, ...thing }: AgentThing): ThingBody {
  return { ...thing, collections: thing.collections ?? [] }
}
