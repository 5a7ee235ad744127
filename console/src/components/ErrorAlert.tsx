import { Alert, Button, Stack, Text } from '@mantine/core'
import { Forbidden, NotFound, ParleyError, ParleyUnreachable } from '@parley/sdk'
import { IconAlertTriangle } from '@tabler/icons-react'
import { strings } from '#i18n/app.ts'

const { trouble } = strings

/** Shows what failed, what to do about it, and the request id for support. */
export function ErrorAlert({ error, retry }: { error: unknown; retry?: () => unknown }) {
  const { title, text, request } = describeError(error)
  return (
    <Alert color="red" role="alert" title={title} icon={<IconAlertTriangle aria-hidden />} m="md">
      <Stack gap="xs" align="flex-start">
        <Text size="sm">{text}</Text>
        {request && (
          <Text size="xs" ff="monospace">
            {trouble.request(request)}
          </Text>
        )}
        {retry && (
          <Button size="xs" variant="default" onClick={() => retry()}>
            {trouble.again}
          </Button>
        )}
      </Stack>
    </Alert>
  )
}

export function describeError(error: unknown): { title: string; text: string; request?: string } {
  const text = error instanceof Error ? error.message : String(error)
  if (error instanceof Forbidden) return { title: trouble.refused, text: trouble.refusedText, request: error.requestId }
  if (error instanceof NotFound) return { title: trouble.gone, text, request: error.requestId }
  if (error instanceof ParleyUnreachable) return { title: trouble.unreachable, text }
  if (error instanceof ParleyError) return { title: trouble.title, text, request: error.requestId }
  return { title: trouble.title, text }
}
