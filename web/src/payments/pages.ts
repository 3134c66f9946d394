/** Loads another page. Only a page load replaces the security policy, which lets the pay page load the gateway's checkout. */
export function loadPage(path: string): void {
  window.location.assign(path);
}

/** Loads the script that opens the gateway's checkout. */
export async function loadGatewayScript(url: string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const script = document.createElement('script');
    script.src = url;
    script.addEventListener('load', () => resolve());
    script.addEventListener('error', () => reject(new Error('The checkout could not be loaded.')));
    document.head.append(script);
  });
}
