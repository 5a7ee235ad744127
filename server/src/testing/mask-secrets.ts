/** Makes text safe to print when a test fails: masks tokens and passwords, even short-lived ones. */
export function maskSecrets(text: string): string {
  return text
    .replace(/\b(sk-svc-|sk-sys-|mcp-at-|mcp-rt-|mcp-ac-|at-|v1\.|v2\.|eyJ)[\w.-]{8,}/g, '$1…')
    .replace(/(Sign-in\s+\S+\s+)\S+/g, '$1…')
    .replace(/("password":\s*")[^"]+/g, '$1…')
}
