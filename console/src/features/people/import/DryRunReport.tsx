import { Alert, Stack, Text } from '@mantine/core'
import type { Schema } from '@parley/sdk'
import { IconFlask } from '@tabler/icons-react'
import { strings as texts } from '#i18n/people-import.ts'
import { ImportCountsList } from './ImportCountsList.tsx'
import { RowErrors } from './RowErrors.tsx'

export function ImportDryRunReport({ imported, name }: { imported: Schema<'PeopleImported'>; name: string }) {
  const { failed } = imported
  return (
    <Stack>
      <Alert variant="default" role="status" title={texts.tried} icon={<IconFlask aria-hidden />}>
        <Stack gap="xs">
          <ImportCountsList counts={imported} />
          {failed === 0 && <Text size="sm">{texts.allGood}</Text>}
        </Stack>
      </Alert>
      <RowErrors errors={imported.errors} failed={failed} name={name} />
    </Stack>
  )
}
