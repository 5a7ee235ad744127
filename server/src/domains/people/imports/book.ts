import type { Person } from '../person/person.ts'
import { emailKeyOf } from '../person/terms.ts'
import type { Row } from './row.ts'
import type { Named, Staged } from './stage.ts'

/**
 * The people of a batch, by what duplicates are matched by: id, then phone, then e-mail; of several, the oldest. Somebody
 * whom the file has named by an id is nobody whom it names by another: people who share a phone stay apart.
 */
export type Book = {
  find(row: Row): Staged | undefined
  /**
   * Whether only the database knows: an earlier row has taken a phone or an e-mail from the one whom the book had for
   * it, and there may be others.
   */
  isUnsure(row: Row): boolean
  add(staged: Staged): void
  /** After a change, `before` being how the book knew them. */
  move(staged: Staged, before: Person): void
  /** Those who are not as they were. */
  touched(): Staged[]
}

export function bookOf(known: readonly Person[], named: Named): Book {
  const all: Staged[] = []
  const byId = new Map<string, Staged>()
  const byPhone = entries(({ phone }) => phone ?? undefined)
  const byEmail = entries(({ email }) => (email ? emailKeyOf(email) : undefined))
  const book: Book = {
    find: (row) =>
      (row.id === undefined ? undefined : byId.get(row.id)) ??
      unlessAnother(byPhone.find(row.change), row) ??
      unlessAnother(byEmail.find(row.change), row),
    isUnsure: (row) => !(row.id && byId.has(row.id)) && (byPhone.isUnsure(row.change) || byEmail.isUnsure(row.change)),
    add(staged) {
      all.push(staged)
      byId.set(staged.after.id, staged)
      byPhone.add(staged)
      byEmail.add(staged)
    },
    move(staged, before) {
      byPhone.move(staged, before)
      byEmail.move(staged, before)
    },
    touched: () => all.filter(({ before, after }) => before !== after),
  }
  for (const person of known) {
    const nothing = { changed: new Set<string>(), consents: [], phones: [] }
    book.add({ before: person, after: person, named: named.get(person.key), ...nothing })
  }
  return book
}

const unlessAnother = (staged: Staged | undefined, { id }: Row): Staged | undefined =>
  staged && (id === undefined || staged.named === undefined || staged.named === id) ? staged : undefined

type Said = { phone?: string | null; email?: string | null }

function entries(keyOf: (said: Said) => string | undefined) {
  const held = new Map<string, Staged>()
  const left = new Set<string>()
  function add(staged: Staged): void {
    const value = keyOf(staged.after)
    const holder = value === undefined ? undefined : held.get(value)
    if (value !== undefined && (!holder || ageOf(staged) < ageOf(holder))) held.set(value, staged)
  }
  return {
    add,
    find(said: Said): Staged | undefined {
      const value = keyOf(said)
      return value === undefined ? undefined : held.get(value)
    },
    isUnsure(said: Said): boolean {
      const value = left.size > 0 ? keyOf(said) : undefined
      return value !== undefined && left.has(value)
    },
    move(staged: Staged, before: Person): void {
      const value = keyOf(before)
      if (value === keyOf(staged.after)) return
      if (value !== undefined) {
        left.add(value)
        if (held.get(value) === staged) held.delete(value)
      }
      add(staged)
    },
  }
}

/** Keys are drawn in order; whoever has none yet is younger than all who have one. */
const ageOf = ({ before }: Staged): number => before?.key ?? Number.POSITIVE_INFINITY
