import { Button, Center, Stack, Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { strings } from '#i18n/app.ts'
import { ErrorAlert } from '../components/ErrorAlert.tsx'

export function NotFoundPage() {
  return (
    <Center mih="60vh" p="md">
      <Stack align="center" gap="sm">
        <Title order={1}>{strings.lost.title}</Title>
        <Text className="quiet">{strings.lost.text}</Text>
        <Button component={Link} to="/">
          {strings.lost.home}
        </Button>
      </Stack>
    </Center>
  )
}

export function ErrorPage({ error, reset }: { error: unknown; reset: () => void }) {
  return <ErrorAlert error={error} retry={reset} />
}
