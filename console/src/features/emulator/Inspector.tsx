import { ActionIcon, Group, Stack, Text } from '@mantine/core'
import { IconArrowLeft, IconArrowRight, IconHelpCircle } from '@tabler/icons-react'
import { strings } from '#i18n/emulator.ts'
import { TurnInspector } from '../../components/turn/TurnInspector.tsx'
import { explainPersonaTurn } from '../../components/turn/turn-explanation.ts'
import type { PersonaTurnList } from './persona-data.ts'

const { inspector } = strings

type InspectorProps = { turns: PersonaTurnList; turnId: string | undefined; pick: (turnId: string) => void }

/** How one answer came about; the arrows go to the one before and after. */
export function Inspector({ turns, turnId, pick }: InspectorProps) {
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
