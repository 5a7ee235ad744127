import { Alert, Stack, Text } from '@mantine/core'
import type { Schema } from '@parley/sdk'
import { IconFlask } from '@tabler/icons-react'
import { words as texts } from '#words/people-import.ts'
import { Counts } from './Counts.tsx'
import { RowErrors } from './RowErrors.tsx'

export function DryRunReport({ imported, name }: { imported: Schema<'PeopleImported'>; name: string }) {
  const { failed } = imported
  return (
    <Stack>
      <Alert variant="default" role="status" title={texts.tried} icon={<IconFlask aria-hidden />}>
        <Stack gap="xs">
          <Counts counts={imported} />
          {failed === 0 && <Text size="sm">{texts.allGood}</Text>}
        </Stack>
      </Alert>
      <RowErrors errors={imported.errors} failed={failed} name={name} />
    </Stack>
  )
}
