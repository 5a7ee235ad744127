import type { LengthUnit, Markup } from '../../profiles/profile.ts'
import { printRuns } from '../markdown/print.ts'
import { countUtf8Bytes, measureLength } from '../measure.ts'
import { type TextRun, toPlainText } from '../runs.ts'

export type PrintLimit = { maxLength: number; unit: LengthUnit; markup: Markup }

/** Printing cost of a text, never underestimated, so that no piece has to be printed to be measured. */
export type PrintCosts = {
  text: string
  /** Cumulative cost before each position. */
  before: Float64Array
  /** 1 inside a link: no piece ends there. */
  inside: Uint8Array
  /** Cost of each run's marks: a piece that starts within the run pays it again. */
  marks: number[]
}

export function groupByLink(runs: TextRun[]): TextRun[][] {
  const groups: TextRun[][] = []
  for (const run of runs) {
    const last = groups[groups.length - 1]
    if (last && run.href !== undefined && last[0]!.href === run.href) last.push(run)
    else groups.push([run])
  }
  return groups
}

export function linkCost(group: TextRun[], { unit, markup }: PrintLimit): number {
  return measureLength(printRuns(group, markup), unit) + 1
}

export function computePrintCosts(runs: TextRun[], limit: PrintLimit): PrintCosts {
  const text = toPlainText(runs)
  const before = new Float64Array(text.length + 1)
  const costs: PrintCosts = { text, before, inside: new Uint8Array(text.length + 1), marks: [] }
  let at = 0
  for (const group of groupByLink(runs)) {
    at = group[0]!.href === undefined ? addText(costs, group[0]!, { at, limit }) : addLink(costs, group, { at, limit })
  }
  return costs
}

type CostPosition = { at: number; limit: PrintLimit }

function addLink(costs: PrintCosts, group: TextRun[], { at, limit }: CostPosition): number {
  const end = at + toPlainText(group).length
  const cost = costs.before[at]! + linkCost(group, limit)
  costs.before.fill(cost, at + 1, end + 1)
  costs.inside.fill(1, at + 1, end)
  for (const _ of group) costs.marks.push(0)
  return end
}

function addText(costs: PrintCosts, run: TextRun, { at, limit }: CostPosition): number {
  const marks = marksCost(run, limit.markup)
  const end = at + run.text.length
  let total = costs.before[at]! + marks
  for (let position = at; position < end; ) {
    const code = costs.text.codePointAt(position)!
    const units = code > 0xffff ? 2 : 1
    total += (limit.unit === 'bytes' ? countUtf8Bytes(code) : units) + escapeCost(code, run, limit.markup)
    // Marks close before a line break and reopen after it.
    if (code === 10 && !run.code) total += marks
    costs.before.fill(total, position + 1, position + 1 + units)
    position += units
  }
  costs.marks.push(marks)
  return end
}

function escapeCost(code: number, run: TextRun, markup: Markup): number {
  if (markup === 'mrkdwn') return code === 38 ? 4 : code === 60 || code === 62 ? 3 : 0
  if (markup !== 'commonmark' || run.code || code > 127) return 0
  return '\n\\`*_~[]<&:!'.includes(String.fromCharCode(code)) ? 1 : 0
}

const markSizes = { plain: [0, 0, 0], starred: [2, 2, 2], mrkdwn: [2, 2, 2], commonmark: [4, 2, 4] } as const

export function marksCost(run: TextRun, markup: Markup): number {
  if (markup === 'plain') return 0
  const [bold, italic, strike] = markSizes[markup]
  const styles = (run.bold ? bold : 0) + (run.italic ? italic : 0) + (run.strike ? strike : 0)
  return styles + (run.code ? codeCost(run, markup) : 0)
}

/** Covers a fence longer than any in the code, its line breaks, and those that set it apart. */
function codeCost(run: TextRun, markup: Markup): number {
  if (markup !== 'commonmark') return 6
  const ticks = run.text.match(/`+/g) ?? []
  const longest = ticks.reduce((most, found) => Math.max(most, found.length), 2)
  return 2 * (longest + 1) + 4
}
