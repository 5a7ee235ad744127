import { Button, Group, List, Stack, Text } from '@mantine/core'
import type { Schema } from '@parley/sdk'
import { IconClock } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { language } from '#i18n/language.ts'
import { strings } from '#i18n/proof.ts'
import { useAgent } from '../../app/current-org.ts'
import { notify } from '../../components/notify.tsx'
import type { Persona } from './persona-turns.ts'

const { clock: texts } = strings
const format = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' })

type Advance = { minutes: number; untilNext?: boolean }
type AdvancedClock = Schema<'AdvancedClock'>

const year = 525_600
const steps: readonly { label: string; advance: Advance }[] = [
  { label: texts.hour, advance: { minutes: 60 } },
  { label: texts.days, advance: { minutes: 4320 } },
  { label: texts.next, advance: { minutes: year, untilNext: true } },
]

/** Moves the clock of the persona forward, on all visible phones, and lists what happened on the first of them. */
export function PersonaClock({ personas }: { personas: readonly Persona[] }) {
  const { advance, last, isPending } = useAdvanceClock(personas)
  return (
    <Stack gap={4} component="section" aria-label={texts.label}>
      <Group gap={6}>
        <IconClock size={16} aria-hidden />
        {steps.map((step) => (
          <Button
            key={step.label}
            size="compact-xs"
            variant="default"
            disabled={isPending}
            onClick={() => advance(step.advance)}
          >
            {step.label}
          </Button>
        ))}
        {last && (
          <Text size="xs" className="quiet">
            {texts.now(format.format(new Date(last.now)))}
          </Text>
        )}
      </Group>
      <div role="status">{last && <Happened {...last} />}</div>
    </Stack>
  )
}

type Advanced = AdvancedClock & { untilNext: boolean }

function Happened({ happened, untilNext }: Advanced) {
  if (happened.length === 0) return <Text size="xs">{untilNext ? texts.nothingAhead : texts.nothing}</Text>
  return (
    <List size="xs" aria-label={texts.log}>
      {happened.map(({ at, kind }) => (
        <List.Item key={`${at} ${kind}`}>
          {format.format(new Date(at))}: {texts.kinds[kind] ?? kind}
        </List.Item>
      ))}
    </List>
  )
}

function useAdvanceClock(personas: readonly Persona[]) {
  const agent = useAgent()
  const queries = useQueryClient()
  const [last, setLast] = useState<Advanced>()
  const moving = useMutation({
    mutationFn: (body: Advance) =>
      Promise.all(
        personas.map(({ id }) => agent.api.post('/personas/{personaId}/_advance', { path: { personaId: id }, body })),
      ),
    onSuccess: ([first], { untilNext = false }) => first && setLast({ ...first, untilNext }),
    onError: notify.error,
    onSettled: () => queries.invalidateQueries({ queryKey: agent.key('persona-turns') }),
  })
  return { advance: (body: Advance) => moving.mutate(body), last, isPending: moving.isPending }
}
