import { useParams } from '@tanstack/react-router'
import { PlaybookEditor } from './PlaybookEditor.tsx'

export function PlaybookPage() {
  const { playbookId } = useParams({ from: '/orgs/$org/agents/$agent/playbooks/$playbookId' })
  return <PlaybookEditor key={playbookId} id={playbookId} />
}
