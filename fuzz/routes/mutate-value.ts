import type { Random } from '../random.ts'
import { hostileNumbers, hostileTexts, longTexts } from './hostile.ts'

/** Makes one to three positions in a value invalid, or merely unusual. */
export function mutateValue(value: unknown, random: Random): unknown {
  const root = { root: structuredClone(value) }
  for (let remaining = 1 + random.nextInt(3); remaining > 0; remaining--) mutateOnce(root, random)
  return root.root
}

type Container = Record<string, unknown>
type ValuePosition = { container: Container; key: string }

function mutateOnce(root: { root: unknown }, random: Random): void {
  const { container, key } = random.pick(listPositions(root as Container))
  const mutate = random.pick(mutations)
  mutate({ container, key }, random)
}

/** Enough positions to choose from. */
const maxPositions = 2_000

/** Breadth first. */
function listPositions(root: Container): ValuePosition[] {
  const positions: ValuePosition[] = Object.keys(root).map((key) => ({ container: root, key }))
  for (let index = 0; index < positions.length && positions.length < maxPositions; index++) {
    const { container, key } = positions[index] as ValuePosition
    const value = container[key]
    if (typeof value !== 'object' || value === null) continue
    positions.push(...Object.keys(value).map((innerKey) => ({ container: value as Container, key: innerKey })))
  }
  return positions
}

/** Defines an own property whatever its name: assigning to `__proto__` would not. */
function setValue({ container, key }: ValuePosition, value: unknown): void {
  Object.defineProperty(container, key, { value, enumerable: true, configurable: true, writable: true })
}

const pickUnusualValue = (random: Random): unknown =>
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

const isObject = (value: unknown): value is Container =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const mutations: readonly ((position: ValuePosition, random: Random) => void)[] = [
  // Another type, or nothing.
  (position, random) => setValue(position, pickUnusualValue(random)),
  (position) => setValue(position, null),
  ({ container, key }) => {
    if (!Array.isArray(container) && key !== 'root') delete container[key]
  },
  // A string instead of a string, so that it passes the schema more often.
  (position, random) => {
    if (typeof position.container[position.key] === 'string') setValue(position, random.pick(hostileTexts))
  },
  (position, random) => {
    if (typeof position.container[position.key] === 'string') setValue(position, random.pick(longTexts))
  },
  (position, random) => {
    const { container, key } = position
    const original = container[key]
    if (typeof original === 'string')
      setValue(
        position,
        random.pick([`${original} `, ` ${original}`, original.toUpperCase(), original.slice(1), original + original]),
      )
  },
  // A number close to the original.
  (position, random) => {
    const original = position.container[position.key]
    if (typeof original === 'number')
      setValue(
        position,
        random.pick([original + 1, original - 1, -original, original / 2, original * 1_000, ...hostileNumbers]),
      )
  },
  // An extra field, or many extra items.
  ({ container, key }, random) => {
    const object = [container[key], container].find(isObject)
    if (object) setValue({ container: object, key: random.pick(['extra', ...hostileTexts]) }, pickUnusualValue(random))
  },
  (position, random) => {
    const items = position.container[position.key]
    if (Array.isArray(items) && items.length > 0)
      setValue(
        position,
        Array.from({ length: random.pick([2, 101, 1_001]) }, () => items[0]),
      )
  },
  // Deep nesting.
  (position, random) => setValue(position, buildNested(random.pick([3, 30, 70, 500]), random)),
  // Swaps two values.
  (position, random) => {
    const keys = Object.keys(position.container)
    const otherPosition = { container: position.container, key: random.pick(keys) }
    const [firstValue, secondValue] = [position.container[position.key], otherPosition.container[otherPosition.key]]
    setValue(position, secondValue)
    setValue(otherPosition, structuredClone(firstValue))
  },
]

function buildNested(levels: number, random: Random): unknown {
  const asList = random.nextBoolean(0.5)
  let value: unknown = 1
  for (let remaining = levels; remaining > 0; remaining--) value = asList ? [value] : { steps: value }
  return value
}
