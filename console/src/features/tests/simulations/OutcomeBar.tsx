import { Progress } from '@mantine/core'
import { strings } from '#i18n/proof.ts'
import type { SimulationOutcome, Simulation } from './simulation-data.ts'

const { simulation: texts } = strings

const colors: Record<SimulationOutcome, string> = {
  goal: 'light-dark(var(--mantine-color-green-7), var(--mantine-color-green-6))',
  contained: 'light-dark(var(--mantine-color-blue-5), var(--mantine-color-blue-6))',
  handedOver: 'light-dark(var(--mantine-color-yellow-6), var(--mantine-color-yellow-7))',
  maxTurns: 'light-dark(var(--mantine-color-orange-6), var(--mantine-color-orange-5))',
  error: 'light-dark(var(--mantine-color-red-7), var(--mantine-color-red-6))',
}
export const outcomeOrder = Object.keys(colors) as SimulationOutcome[]

type Props = Pick<Simulation, 'outcomes' | 'count'> & { size?: 'lg' }

/** The outcomes of the conversations that have ended, as parts of all. */
export function OutcomeBar({ outcomes, count, size }: Props) {
  const described = outcomeOrder.flatMap((outcome) =>
    outcomes[outcome] > 0 ? `${outcomes[outcome]} ${texts.outcomes[outcome]}` : [],
  )
  return (
    <Progress.Root size={size ?? 'md'} role="img" aria-label={described.join(', ') || texts.none} miw={120}>
      {outcomeOrder.map((outcome) => (
        <Progress.Section
          key={outcome}
          value={(100 * outcomes[outcome]) / Math.max(1, count)}
          color={colors[outcome]}
          aria-hidden
        />
      ))}
    </Progress.Root>
  )
}
