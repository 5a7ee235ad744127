import { formPath } from '../editor/field-path.ts'

/** Candidate form paths for a finding of a section, the most specific first. */
export function formPathsOf(at: string, section: string): string[] {
  const own = at === section ? '' : at.startsWith(`${section}.`) ? at.slice(section.length + 1) : at
  const steps = formPath(own).split('.').filter(Boolean)
  return steps.map((_, left) => steps.slice(0, steps.length - left).join('.'))
}

/** Returns the index of the list entry that a finding is about. */
export function entryIndexOf(at: string | undefined, list: string): number | undefined {
  if (!at?.startsWith(`${list}[`)) return undefined
  const number = Number.parseInt(at.slice(list.length + 1), 10)
  return Number.isNaN(number) ? undefined : number
}
