import { Anchor, Text } from '@mantine/core'
import { useMemo } from 'react'
import { words } from '#words/emulator.ts'
import { useAgent } from '../../app/org.ts'
import type { Bubble, Tapped } from '../../parts/handset/bubble.ts'
import { noteBubble } from '../../parts/handset/bubbles.ts'
import { Handset } from '../../parts/handset/Handset.tsx'
import { Trouble } from '../../parts/Trouble.tsx'
import type { Attempt, Turns } from './data.ts'
import { type Directive, directiveOf, type Persona, phoneBubbles, type TurnBubble } from './turns.ts'

const { phones } = words

type Given = {
  persona: Persona
  turns: Turns | undefined
  error: Error | undefined
  attempts: readonly Attempt[]
  /** The turn that is looked at. */
  picked: string | undefined
  play: (turn: Directive, labels?: readonly string[]) => void
  why: (turnId: string) => void
}

/** The phone of a persona on one channel. */
export function Phone({ persona, turns, error, attempts, picked, play, why }: Given) {
  const agent = useAgent()
  const said = useMemo(() => phoneBubbles(persona, turns ?? []), [persona, turns])
  if (error && !turns) return <Trouble error={error} />
  const open = attempts.filter(({ turnId }) => !turns?.some((turn) => turn.turnId === turnId))
  const failed = open.find((one) => one.error !== undefined)
  const bubbles: Bubble[] = [...said, ...open.flatMap((one) => [one.shown, ...failureOf(one)])]
  const waiting = open.some((one) => one.error === undefined)
  const tap = (tapped: Tapped) => play(directiveOf(tapped), tapped.labels)
  const foot = ({ id, turnId, asks, plain }: TurnBubble) => {
    if (id === 'failed' && failed) return <Again again={() => play(failed.turn, failed.labels)} />
    if (!asks || turnId === undefined) return null
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
    <Handset
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

const failureOf = ({ error }: Attempt): Bubble[] =>
  error === undefined ? [] : [noteBubble('failed', error, 'warning')]

function Again({ again }: { again: () => void }) {
  return (
    <Anchor component="button" type="button" size="xs" onClick={again}>
      {phones.again}
    </Anchor>
  )
}
