import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { strings } from '#i18n/knowledge.ts'
import { useRouteIds } from '../../../app/current-org.ts'

const { csv: importSummaryTexts } = strings
type ImportSummaryProps = { made: number; changed: number; undo: { run: () => void; running: boolean } }

export function ImportSummary({ made, changed, undo }: ImportSummaryProps) {
  const params = useRouteIds()
  return (
    <Alert color="green" icon={<IconCheck aria-hidden />} role="status">
      <Stack>
        <Text>{importSummaryTexts.done(made, changed)}</Text>
        <Group>
          <Button renderRoot={(root) => <Link to="/orgs/$org/agents/$agent/knowledge" params={params} {...root} />}>
            {importSummaryTexts.see}
          </Button>
          <Button variant="default" onClick={undo.run} loading={undo.running}>
            {importSummaryTexts.undo}
          </Button>
        </Group>
      </Stack>
    </Alert>
  )
}
