import { Anchor, Text } from '@mantine/core'
import { useMemo } from 'react'
import { strings } from '#i18n/emulator.ts'
import { useAgent } from '../../app/current-org.ts'
import { ErrorAlert } from '../../components/ErrorAlert.tsx'
import type { HandsetBubble, TapEvent } from '../../components/handset/bubble.ts'
import { noteBubble } from '../../components/handset/bubbles.ts'
import { HandsetView } from '../../components/handset/HandsetView.tsx'
import type { PersonaTurnList, TurnAttempt } from './persona-data.ts'
import { type Persona, type PersonaDirective, phoneBubbles, type TurnBubble, toDirective } from './persona-turns.ts'

const { phones } = strings

type PersonaPhoneProps = {
  persona: Persona
  turns: PersonaTurnList | undefined
  error: Error | undefined
  attempts: readonly TurnAttempt[]
  /** The turn that is looked at. */
  picked: string | undefined
  play: (turn: PersonaDirective, labels?: readonly string[]) => void
  why: (turnId: string) => void
}

/** The phone of a persona on one channel. */
export function PersonaPhone({ persona, turns, error, attempts, picked, play, why }: PersonaPhoneProps) {
  const agent = useAgent()
  const played = useMemo(() => phoneBubbles(persona, turns ?? []), [persona, turns])
  if (error && !turns) return <ErrorAlert error={error} />
  const open = attempts.filter(({ turnId }) => !turns?.some((turn) => turn.turnId === turnId))
  const failed = open.find((one) => one.error !== undefined)
  const bubbles: HandsetBubble[] = [...played, ...open.flatMap((one) => [one.bubble, ...failedAttemptOf(one)])]
  const waiting = open.some((one) => one.error === undefined)
  const tap = (tapped: TapEvent) => play(toDirective(tapped), tapped.labels)
  const foot = ({ id, turnId, showsWhy, plain }: TurnBubble) => {
    if (id === 'failed' && failed) return <RetryButton again={() => play(failed.turn, failed.labels)} />
    if (!showsWhy || turnId === undefined) return null
    return (
      <Anchor
        component="button"
        type="button"
        size="xs"
        aria-label={phones.whyOf(plain.slice(0, 60))}
        aria-pressed={turnId === picked}
        fw={turnId === picked ? 700 : undefined}
        onClick={() => why(turnId)}
      >
        {phones.why}
      </Anchor>
    )
  }
  return (
    <HandsetView
      title={agent.name}
      channel={persona.channel}
      bubbles={bubbles}
      onTap={waiting ? undefined : tap}
      foot={foot}
      typing={waiting}
      hint={<Text size="sm">{phones.hint}</Text>}
      height="max(26rem, calc(100dvh - 22rem))"
    />
  )
}

const failedAttemptOf = ({ error }: TurnAttempt): HandsetBubble[] =>
  error === undefined ? [] : [noteBubble('failed', error, 'warning')]

function RetryButton({ again }: { again: () => void }) {
  return (
    <Anchor component="button" type="button" size="xs" onClick={again}>
      {phones.again}
    </Anchor>
  )
}
