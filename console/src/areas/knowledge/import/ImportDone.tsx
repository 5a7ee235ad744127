import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { words } from '#words/knowledge.ts'
import { usePlace } from '../../../app/org.ts'

const { csv: w } = words
type Given = { made: number; changed: number; undo: { run: () => void; running: boolean } }

export function ImportDone({ made, changed, undo }: Given) {
  const params = usePlace()
  return (
    <Alert color="green" icon={<IconCheck aria-hidden />} role="status">
      <Stack>
        <Text>{w.done(made, changed)}</Text>
        <Group>
          <Button renderRoot={(root) => <Link to="/orgs/$org/agents/$agent/knowledge" params={params} {...root} />}>
            {w.see}
          </Button>
          <Button variant="default" onClick={undo.run} loading={undo.running}>
            {w.undo}
          </Button>
        </Group>
      </Stack>
    </Alert>
  )
}
