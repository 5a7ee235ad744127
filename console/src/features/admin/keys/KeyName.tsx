import { Stack, Text } from '@mantine/core'
import type { ApiKey } from './KeysPage.tsx'

/** A key by what tells it from others: its name, its first letters, what it is for. */
export function KeyName({ apiKey: { name, prefix, description } }: { apiKey: ApiKey }) {
  return (
    <Stack gap={0}>
      <Text size="sm" fw={500}>
        {name}
      </Text>
      <Text size="xs" ff="monospace" className="quiet">
        {`${prefix}…`}
      </Text>
      {description && (
        <Text size="xs" className="quiet" lineClamp={2}>
          {description}
        </Text>
      )}
    </Stack>
  )
}
