import { ActionIcon, Anchor, Group, Stack, Text } from '@mantine/core'
import { useDisclosure, useMediaQuery } from '@mantine/hooks'
import type { EmulatedChannel } from '@parley/amf/channels'
import { IconArrowLeft, IconArrowRight, IconHelpCircle } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { strings } from '#i18n/emulator.ts'
import { useAgent } from '../../app/current-org.ts'
import { SidePanel } from '../../components/Dialog.tsx'
import { createNoteBubble, type HandsetBubble, type TapEvent } from '../../components/handset/bubbles.ts'
import { HandsetView } from '../../components/handset/HandsetView.tsx'
import { ErrorAlert } from '../../components/PageStates.tsx'
import { TurnInspector } from '../../components/turn/TurnInspector.tsx'
import { explainPersonaTurn } from '../../components/turn/turn-explanation.ts'
import type { PersonaEdit } from './EmulatorPage.tsx'
import styles from './emulator.module.css'
import { PersonaClock } from './PersonaClock.tsx'
import { PersonaComposer } from './PersonaComposer.tsx'
import { PersonaList } from './PersonaList.tsx'
import { PhoneBar } from './PhoneBar.tsx'
import { type PersonaTurnList, type TurnAttempt, usePersonaTurns, usePlayTurns } from './persona-data.ts'
import {
  type Persona,
  type PersonaDirective,
  type PersonaGroup,
  type TurnBubble,
  toDirective,
  toPhoneBubbles,
} from './persona-turns.ts'

const { phones } = strings

type PersonaPhoneProps = {
  persona: Persona
  turns: PersonaTurnList | undefined
  error: Error | undefined
  attempts: readonly TurnAttempt[]
  picked: string | undefined
  play: (turn: PersonaDirective, labels?: readonly string[]) => void
  why: (turnId: string) => void
}

function PersonaPhone({ persona, turns, error, attempts, picked, play, why }: PersonaPhoneProps) {
  const agent = useAgent()
  const played = useMemo(() => toPhoneBubbles(persona, turns ?? []), [persona, turns])
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
      height="max(26rem, calc(100dvh - 27.5rem))"
    />
  )
}

const failedAttemptOf = ({ error }: TurnAttempt): HandsetBubble[] =>
  error === undefined ? [] : [createNoteBubble('failed', error, 'warning')]

function RetryButton({ again }: { again: () => void }) {
  return (
    <Anchor component="button" type="button" size="xs" onClick={again}>
      {phones.retry}
    </Anchor>
  )
}

const { inspector } = strings

type InspectorProps = { turns: PersonaTurnList; turnId: string | undefined; pick: (turnId: string) => void }

/** Explains one answer; the arrows go to the previous and the next. */
function Inspector({ turns, turnId, pick }: InspectorProps) {
  const found = turns.findIndex((turn) => turn.turnId === turnId)
  const place = found < 0 ? turns.length - 1 : found
  const turn = turns[place]
  if (!turn) {
    return (
      <Stack align="center" gap="xs" py="xl" ta="center">
        <IconHelpCircle size={32} stroke={1.2} aria-hidden />
        <Text size="sm" className="quiet">
          {inspector.hint}
        </Text>
      </Stack>
    )
  }
  const step = (by: number) => {
    const next = turns[place + by]
    if (next) pick(next.turnId)
  }
  return (
    <Stack gap="xs">
      <Group gap={6}>
        <ActionIcon
          variant="default"
          size="sm"
          disabled={place === 0}
          onClick={() => step(-1)}
          aria-label={inspector.before}
        >
          <IconArrowLeft size={14} aria-hidden />
        </ActionIcon>
        <ActionIcon
          variant="default"
          size="sm"
          disabled={place === turns.length - 1}
          onClick={() => step(1)}
          aria-label={inspector.after}
        >
          <IconArrowRight size={14} aria-hidden />
        </ActionIcon>
        <Text size="sm" className="quiet">
          {inspector.place(place + 1, turns.length)}
        </Text>
      </Group>
      <TurnInspector turn={explainPersonaTurn(turn)} />
    </Stack>
  )
}

type EmulatorWorkspaceProps = {
  groups: readonly PersonaGroup[]
  group: PersonaGroup
  chosen: Persona
  beside: readonly EmulatedChannel[]
  more?: () => void
  edit: (editing: PersonaEdit) => void
}

/** Defaults to the newest turn on that phone. */
type PickedPersona = { personaId: string; turnId?: string }

/** Personas at the left, phones in the middle, the inspector at the right. */
export function EmulatorWorkspace({ groups, group, chosen, beside, more, edit }: EmulatorWorkspaceProps) {
  const visiblePersonas = [chosen, ...group.personas.filter((one) => one !== chosen && beside.includes(one.channel))]
  const reads = usePersonaTurns(visiblePersonas)
  const [picked, setPicked] = useState<PickedPersona>()
  const [drawn, drawer] = useDisclosure()
  const { attempts, play } = usePlayTurns()
  const now = { getInitialValueInEffect: false }
  const narrow = useMediaQuery('(max-width: 48em)', false, now)
  const wide = useMediaQuery('(min-width: 75em)', true, now)
  const vast = useMediaQuery('(min-width: 110em)', false, now)
  const inline = (wide && visiblePersonas.length === 1) || vast
  const looked = Math.max(
    0,
    visiblePersonas.findIndex(({ id }) => id === picked?.personaId),
  )
  const turns = reads[looked]?.data?.data ?? []
  const turnId = picked?.turnId ?? turns.at(-1)?.turnId
  const why = (persona: Persona, turnId: string) => {
    setPicked({ personaId: persona.id, turnId })
    if (!inline) drawer.open()
  }
  const playOn = (personas: readonly Persona[], turn: PersonaDirective, labels?: readonly string[]) => {
    setPicked({ personaId: personas[0]?.id ?? '' })
    for (const persona of personas) play(persona, turn, labels)
  }
  const inspector = (
    <Inspector
      turns={turns}
      turnId={turnId}
      pick={(turnId) => setPicked({ personaId: visiblePersonas[looked]?.id ?? '', turnId })}
    />
  )
  return (
    <div className={styles.stage} data-inspector={(inline && !narrow) || undefined} data-narrow={narrow || undefined}>
      <PersonaList groups={groups} group={group} narrow={narrow} more={more} edit={edit} />
      <Stack gap="sm" miw={0}>
        <PhoneBar group={group} personas={visiblePersonas} />
        <section className={styles.phones} aria-label={strings.phones.label}>
          {visiblePersonas.map((persona, index) => (
            <PersonaPhone
              key={persona.id}
              persona={persona}
              turns={reads[index]?.data?.data}
              error={reads[index]?.error ?? undefined}
              attempts={attempts.filter((one) => one.personaId === persona.id && one.userId === persona.userId)}
              picked={turnId}
              play={(turn, labels) => playOn([persona], turn, labels)}
              why={(turnId) => why(persona, turnId)}
            />
          ))}
        </section>
        <PersonaClock key={chosen.userId} personas={visiblePersonas} />
        <PersonaComposer
          name={group.name}
          phones={visiblePersonas.length}
          say={(turn) => playOn(visiblePersonas, turn)}
        />
      </Stack>
      {inline && !narrow ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard
        <aside className={styles.inspector} aria-label={strings.inspector.label} tabIndex={0}>
          {inspector}
        </aside>
      ) : (
        <SidePanel opened={drawn} onClose={drawer.close} title={strings.inspector.label} padding="md">
          {inspector}
        </SidePanel>
      )}
    </div>
  )
}
