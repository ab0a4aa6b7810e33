const redirectingStatuses = [300, 301, 302, 303, 307, 308];

/**
 * Where a response redirects to, without a name, a password and a query, which may hold secrets; undefined when it
 * does not redirect.
 * @param address where the request was sent
 */
export function redirectionOf({ status, headers }: Response, address: string): string | undefined {
  const location = headers.get("location");
  if (location === null || !redirectingStatuses.includes(status) || !URL.canParse(location, address)) {
    return undefined;
  }
  const url = new URL(location, address);
  url.username = "";
  url.password = "";
  url.search = "";
  url.hash = "";
  return url.href;
}
