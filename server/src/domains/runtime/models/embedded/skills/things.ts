import { collectionMarker, thingsMarker } from '../aml.ts'
import { shared, tellingStems } from '../language/words.ts'
import { phrases } from '../phrases.ts'
import { type Skill, say, type View } from '../view.ts'

const showWish =
  /\b(?:show|browse|list|look at|pictures? of|photos? of|view|see (?:your|the|some|more|all|what))\b|\bwhat (?:[\w-]+ ){0,3}(?:do|can|have) you (?:have|sell|offer|got|carry|stock)\b|\bwhat do you (?:have|sell|offer)\b/
const everything =
  /\b(?:products?|things|items?|catalog(?:ue)?|range|menu|everything|assortment|offers?|selection|what you (?:have|sell|offer)|do you (?:have|sell|offer|stock|carry))\b/
const mostThings = 10

/** Who asks to see something is shown it. */
export const showThings: Skill = (view) => {
  if (!showWish.test(view.asked)) return undefined
  const stems = tellingStems(
    view.asked.replace(/\b(?:show|browse|list|look|view|see|pictures?|photos?|have|sell|offer)\b/g, ' '),
  )
  return best(view, stems) ?? (everything.test(view.asked) ? all(view) : undefined)
}

/** A Thing or a collection that is named outright is shown. */
export const namedThings: Skill = (view) => {
  const stems = tellingStems(view.said)
  const isNamed = ({ name }: { name: string }) => {
    const own = tellingStems(name)
    return own.size > 0 && shared(own, stems) === own.size
  }
  const things = view.hints.things.filter(isNamed)
  if (things.length > 0) return shownThings(things)
  const collection = view.hints.collections.find(isNamed)
  return collection && shownCollection(collection)
}

function best(view: View, stems: ReadonlySet<string>) {
  const [thing] = ranked(view.hints.things, stems, ({ name }) => name)
  const [collection] = ranked(view.hints.collections, stems, ({ name, purpose = '' }) => `${name} ${purpose}`)
  if (collection && collection.count >= (thing?.count ?? 0)) return shownCollection(collection.entry)
  if (!thing) return undefined
  const things = ranked(view.hints.things, stems, ({ name }) => name).filter(({ count }) => count === thing.count)
  return shownThings(things.map(({ entry }) => entry))
}

function ranked<T>(entries: readonly T[], stems: ReadonlySet<string>, textOf: (entry: T) => string) {
  return entries
    .map((entry) => ({ entry, count: shared(stems, tellingStems(textOf(entry))) }))
    .filter(({ count }) => count > 0)
    .toSorted((one, other) => other.count - one.count)
}

function all({ hints: { collections, things } }: View) {
  const [first] = collections
  if (first) return shownCollection(first)
  return things.length > 0 ? shownThings(things) : undefined
}

function shownThings(things: readonly { id: string }[]) {
  return say(phrases.shown, thingsMarker(things.slice(0, mostThings).map(({ id }) => id)))
}

function shownCollection({ id }: { id: string }) {
  return say(phrases.shown, collectionMarker(id))
}
