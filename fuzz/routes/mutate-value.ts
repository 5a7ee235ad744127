import type { Random } from '../random.ts'
import { hostileNumbers, hostileTexts, longTexts } from './hostile.ts'

/** Makes one to three positions in a value invalid, or merely unusual. */
export function mutateValue(value: unknown, random: Random): unknown {
  const root = { root: structuredClone(value) }
  for (let left = 1 + random.below(3); left > 0; left--) mutateOne(root, random)
  return root.root
}

type Holder = Record<string, unknown>
type Place = { holder: Holder; key: string }

function mutateOne(root: { root: unknown }, random: Random): void {
  const { holder, key } = random.pick(placesIn(root as Holder))
  const kind = random.pick(kinds)
  kind({ holder, key }, random)
}

/** Enough positions to choose from. */
const mostPlaces = 2_000

/** Breadth first. */
function placesIn(root: Holder): Place[] {
  const places: Place[] = Object.keys(root).map((key) => ({ holder: root, key }))
  for (let at = 0; at < places.length && places.length < mostPlaces; at++) {
    const { holder, key } = places[at] as Place
    const value = holder[key]
    if (typeof value !== 'object' || value === null) continue
    places.push(...Object.keys(value).map((inner) => ({ holder: value as Holder, key: inner })))
  }
  return places
}

/** Defines an own property whatever its name: assigning to `__proto__` would not. */
function put({ holder, key }: Place, value: unknown): void {
  Object.defineProperty(holder, key, { value, enumerable: true, configurable: true, writable: true })
}

const strange = (random: Random): unknown =>
  random.pick<unknown>([
    random.pick(hostileTexts),
    random.pick(hostileNumbers),
    true,
    false,
    null,
    [],
    {},
    [null],
    [[]],
    { a: 1 },
  ])

const isObject = (value: unknown): value is Holder =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const kinds: readonly ((place: Place, random: Random) => void)[] = [
  // Another type, or nothing.
  (place, random) => put(place, strange(random)),
  (place) => put(place, null),
  ({ holder, key }) => {
    if (!Array.isArray(holder) && key !== 'root') delete holder[key]
  },
  // A string instead of a string, so that it passes the schema more often.
  (place, random) => {
    if (typeof place.holder[place.key] === 'string') put(place, random.pick(hostileTexts))
  },
  (place, random) => {
    if (typeof place.holder[place.key] === 'string') put(place, random.pick(longTexts))
  },
  (place, random) => {
    const { holder, key } = place
    const was = holder[key]
    if (typeof was === 'string')
      put(place, random.pick([`${was} `, ` ${was}`, was.toUpperCase(), was.slice(1), was + was]))
  },
  // A number close to the original.
  (place, random) => {
    const was = place.holder[place.key]
    if (typeof was === 'number')
      put(place, random.pick([was + 1, was - 1, -was, was / 2, was * 1_000, ...hostileNumbers]))
  },
  // An extra field, or many extra items.
  ({ holder, key }, random) => {
    const object = [holder[key], holder].find(isObject)
    if (object) put({ holder: object, key: random.pick(['extra', ...hostileTexts]) }, strange(random))
  },
  (place, random) => {
    const list = place.holder[place.key]
    if (Array.isArray(list) && list.length > 0)
      put(
        place,
        Array.from({ length: random.pick([2, 101, 1_001]) }, () => list[0]),
      )
  },
  // Deep nesting.
  (place, random) => put(place, nested(random.pick([3, 30, 70, 500]), random)),
  // Swaps two values.
  (place, random) => {
    const keys = Object.keys(place.holder)
    const other = { holder: place.holder, key: random.pick(keys) }
    const [one, two] = [place.holder[place.key], other.holder[other.key]]
    put(place, two)
    put(other, structuredClone(one))
  },
]

function nested(levels: number, random: Random): unknown {
  const asList = random.chance(0.5)
  let value: unknown = 1
  for (let left = levels; left > 0; left--) value = asList ? [value] : { steps: value }
  return value
}
