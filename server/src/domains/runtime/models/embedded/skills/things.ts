import { countShared, extractStems } from '../language/words.ts'
import { phrases, printCollectionMarker, printThingsMarker } from '../phrases.ts'
import { createReplyStep, type Skill, type SkillContext } from '../skill-context.ts'

const showRequest =
  /\b(?:show|browse|list|look at|pictures? of|photos? of|view|see (?:your|the|some|more|all|what))\b|\bwhat (?:[\w-]+ ){0,3}(?:do|can|have) you (?:have|sell|offer|got|carry|stock)\b|\bwhat do you (?:have|sell|offer)\b/
const everything =
  /\b(?:products?|things|items?|catalog(?:ue)?|range|menu|everything|assortment|offers?|selection|what you (?:have|sell|offer)|do you (?:have|sell|offer|stock|carry))\b/
const maxThings = 10

export const showThingsSkill: Skill = (view) => {
  if (!showRequest.test(view.question)) return undefined
  const stems = extractStems(
    view.question.replace(/\b(?:show|browse|list|look|view|see|pictures?|photos?|have|sell|offer)\b/g, ' '),
  )
  return showBestMatch(view, stems) ?? (everything.test(view.question) ? showAllThings(view) : undefined)
}

/** Shows a Thing or a collection that is named in full. */
export const namedThingsSkill: Skill = (view) => {
  const stems = extractStems(view.personText)
  const isNamed = ({ name }: { name: string }) => {
    const own = extractStems(name)
    return own.size > 0 && countShared(own, stems) === own.size
  }
  const things = view.hints.things.filter(isNamed)
  if (things.length > 0) return createThingsReply(things)
  const collection = view.hints.collections.find(isNamed)
  return collection && createCollectionReply(collection)
}

function showBestMatch(view: SkillContext, stems: ReadonlySet<string>) {
  const [thing] = rankThings(view.hints.things, stems, ({ name }) => name)
  const [collection] = rankThings(view.hints.collections, stems, ({ name, purpose = '' }) => `${name} ${purpose}`)
  if (collection && collection.count >= (thing?.count ?? 0)) return createCollectionReply(collection.entry)
  if (!thing) return undefined
  const things = rankThings(view.hints.things, stems, ({ name }) => name).filter(({ count }) => count === thing.count)
  return createThingsReply(things.map(({ entry }) => entry))
}

function rankThings<T>(entries: readonly T[], stems: ReadonlySet<string>, textOf: (entry: T) => string) {
  return entries
    .map((entry) => ({ entry, count: countShared(stems, extractStems(textOf(entry))) }))
    .filter(({ count }) => count > 0)
    .toSorted((one, other) => other.count - one.count)
}

function showAllThings({ hints: { collections, things } }: SkillContext) {
  const [first] = collections
  if (first) return createCollectionReply(first)
  return things.length > 0 ? createThingsReply(things) : undefined
}

function createThingsReply(things: readonly { id: string }[]) {
  return createReplyStep(phrases.shown, printThingsMarker(things.slice(0, maxThings).map(({ id }) => id)))
}

function createCollectionReply({ id }: { id: string }) {
  return createReplyStep(phrases.shown, printCollectionMarker(id))
}
