import { Group, Stack, Text } from '@mantine/core'
import { strings as texts } from '#i18n/people-import.ts'

const names = ['created', 'updated', 'skipped', 'failed'] as const

export function ImportCountsList({ counts }: { counts: Record<(typeof names)[number], number> }) {
  return (
    <Group gap="xl">
      {names.map((name) => (
        <Stack key={name} gap={0}>
          <Text size="xl" fw={600}>
            {counts[name].toLocaleString('en')}
          </Text>
          <Text size="sm" className="quiet">
            {texts.counts[name]}
          </Text>
        </Stack>
      ))}
    </Group>
  )
}
