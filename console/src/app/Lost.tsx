import { Button, Center, Stack, Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { words } from '#words/app.ts'
import { Trouble } from '../parts/Trouble.tsx'

export function Lost() {
  return (
    <Center mih="60vh" p="md">
      <Stack align="center" gap="sm">
        <Title order={1}>{words.lost.title}</Title>
        <Text className="quiet">{words.lost.text}</Text>
        <Button component={Link} to="/">
          {words.lost.home}
        </Button>
      </Stack>
    </Center>
  )
}

export function Stumbled({ error, reset }: { error: unknown; reset: () => void }) {
  return <Trouble error={error} retry={reset} />
}
