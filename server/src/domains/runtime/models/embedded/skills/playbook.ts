import type { TurnHints } from '../../model.ts'
import { countShared, extractStems, stemOf, subtractStems } from '../language/words.ts'
import { createCallStep, type Skill, type SkillContext } from '../skill-context.ts'
import { detectRequest } from './scheduling.ts'

type Playbook = TurnHints['playbooks'][number]

/** Words that occur in every `whenToUse`. */
const genericWords = extractStems(
  `person people user users customer customers visitor client lead someone anyone asks asking wants wanting needs says
   mentions talks use used playbook conversation message about whenever general anything something`,
)
const excludedWords = /\b(?:not|never|don't|do not|unless|except|other than)\b[^.;\n]*/gi

/** Minimum match between a playbook and a message, and the required lead over the active playbook. */
const minFit = 0.34
const clearLead = 0.2
/** Higher for changes, because `cancel my appointment` matches half of a booking playbook. */
const fitForChanges = 0.6

/** Enters a playbook that clearly matches the message, and does so better than the active one. */
export const enterPlaybookSkill: Skill = (view) => {
  const request = detectRequest(view)
  const least = request === 'cancel' || request === 'move' ? fitForChanges : minFit
  const stems = extractStems(view.personText)
  const active = view.hints.playbooks.find((playbook) => playbook.active)
  const best = findBestPlaybook(listOtherPlaybooks(view), stems)
  if (!best || best.fit < least || best.fit < (active ? computeFit(active, stems) : 0) + clearLead) return undefined
  return createEnterStep(view, best.playbook)
}

export const enterBookingFlowSkill: Skill = (view) => {
  if (detectRequest(view) !== 'book' || view.hints.playbooks.some((one) => one.active && isForBooking(one)))
    return undefined
  const flows = listOtherPlaybooks(view).filter((playbook) => playbook.hasFlow && isForBooking(playbook))
  const best = flows.length === 1 ? flows[0] : findBestPlaybook(flows, extractStems(view.personText))?.playbook
  return best && createEnterStep(view, best)
}

function createEnterStep(view: SkillContext, { id }: Playbook) {
  return createCallStep(view, { name: 'playbook.enter', given: { playbookId: id } })
}

function listOtherPlaybooks({ hints }: SkillContext): Playbook[] {
  return hints.playbooks.filter(({ active }) => !active)
}

/** Returns none on a tie: then neither matches clearly. */
function findBestPlaybook(playbooks: readonly Playbook[], stems: ReadonlySet<string>) {
  const [best, second] = playbooks
    .map((playbook) => ({ playbook, fit: computeFit(playbook, stems) }))
    .toSorted((one, other) => other.fit - one.fit)
  return best && best.fit > (second?.fit ?? 0) ? best : undefined
}

function computeFit(playbook: Playbook, stems: ReadonlySet<string>): number {
  const meant = subtractStems(extractStems(getPurposeText(playbook)), genericWords)
  const least = Math.min(stems.size, meant.size)
  return least === 0 ? 0 : countShared(meant, stems) / least
}

/** A cancellation playbook mentions appointments too, but not making one. */
function isForBooking(playbook: Playbook): boolean {
  const purpose = getPurposeText(playbook).toLowerCase()
  if (!extractStems(purpose).has(stemOf('book'))) return false
  return /\b(?:book|schedul|reserv|mak|arrang)/.test(purpose) || !/\b(?:cancel|reschedul|chang|mov)/.test(purpose)
}

function getPurposeText({ whenToUse = '' }: Playbook): string {
  return whenToUse.replace(excludedWords, ' ')
}
