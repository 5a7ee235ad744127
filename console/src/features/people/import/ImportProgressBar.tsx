import { Group, Progress, Stack, Text } from '@mantine/core'
import type { Schema } from '@parley/sdk'
import { strings as texts } from '#i18n/people-import.ts'
import { computeImportPace } from './progress.ts'

export function ImportProgressBar({ soFar }: { soFar: Schema<'PeopleImportProgress'> }) {
  const { share, rowsPerSecond, secondsLeft } = computeImportPace(soFar)
  return (
    <Stack gap={6}>
      <Progress value={share * 100} size="lg" animated aria-label={texts.progress} />
      <Group gap="md" role="status">
        <Text size="sm" fw={500}>
          {soFar.dryRun ? texts.trying : texts.running}
        </Text>
        <Text size="sm">{texts.rows(soFar.rows)}</Text>
        {rowsPerSecond > 0 && <Text size="sm">{texts.rate(rowsPerSecond)}</Text>}
        {secondsLeft !== undefined && <Text size="sm">{texts.left(secondsLeft)}</Text>}
      </Group>
    </Stack>
  )
}
