import type { TurnHints } from '../../model.ts'
import { shared, stemOf, tellingStems, without } from '../language/words.ts'
import { call, type Skill, type View } from '../view.ts'
import { requestIn } from './scheduling.ts'

type Playbook = TurnHints['playbooks'][number]

/** What every `whenToUse` says of whoever writes. */
const ofWhoever = tellingStems(
  `person people user users customer customers visitor client lead someone anyone asks asking wants wanting needs says
   mentions talks use used playbook conversation message about whenever general anything something`,
)
const except = /\b(?:not|never|don't|do not|unless|except|other than)\b[^.;\n]*/gi

/** What a playbook and a message must have in common, and how much more than with the one in use. */
const leastFit = 0.34
const clearLead = 0.2
/** `cancel my appointment` has half of what a playbook for booking is for. */
const fitForChanges = 0.6

/** A playbook is entered when it plainly fits what was said, and clearly better than the one in use. */
export const enterPlaybook: Skill = (view) => {
  const request = requestIn(view)
  const least = request === 'cancel' || request === 'move' ? fitForChanges : leastFit
  const said = tellingStems(view.said)
  const active = view.hints.playbooks.find((playbook) => playbook.active)
  const best = bestOf(others(view), said)
  if (!best || best.fit < least || best.fit < (active ? fitOf(active, said) : 0) + clearLead) return undefined
  return enter(view, best.playbook)
}

/** Who wants to book gets the flow that is there for it, where there is one. */
export const enterBookingFlow: Skill = (view) => {
  if (requestIn(view) !== 'book' || view.hints.playbooks.some((one) => one.active && isForBooking(one)))
    return undefined
  const flows = others(view).filter((playbook) => playbook.hasFlow && isForBooking(playbook))
  const best = flows.length === 1 ? flows[0] : bestOf(flows, tellingStems(view.said))?.playbook
  return best && enter(view, best)
}

function enter(view: View, { id }: Playbook) {
  return call(view, { name: 'playbook.enter', given: { playbookId: id } })
}

function others({ hints }: View): Playbook[] {
  return hints.playbooks.filter(({ active }) => !active)
}

/** None where two fit equally well: then neither fits plainly. */
function bestOf(playbooks: readonly Playbook[], said: ReadonlySet<string>) {
  const [best, second] = playbooks
    .map((playbook) => ({ playbook, fit: fitOf(playbook, said) }))
    .toSorted((one, other) => other.fit - one.fit)
  return best && best.fit > (second?.fit ?? 0) ? best : undefined
}

function fitOf(playbook: Playbook, said: ReadonlySet<string>): number {
  const meant = without(tellingStems(purposeOf(playbook)), ofWhoever)
  const least = Math.min(said.size, meant.size)
  return least === 0 ? 0 : shared(meant, said) / least
}

/** A playbook for cancelling speaks of appointments too, but not of making one. */
function isForBooking(playbook: Playbook): boolean {
  const purpose = purposeOf(playbook).toLowerCase()
  if (!tellingStems(purpose).has(stemOf('book'))) return false
  return /\b(?:book|schedul|reserv|mak|arrang)/.test(purpose) || !/\b(?:cancel|reschedul|chang|mov)/.test(purpose)
}

function purposeOf({ whenToUse = '' }: Playbook): string {
  return whenToUse.replace(except, ' ')
}
