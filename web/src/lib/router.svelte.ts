// The address is the state: every page has a path, and back and forward work.

class Router {
  path = $state(location.pathname);

  constructor() {
    addEventListener("popstate", () => (this.path = location.pathname));
    // Links inside the app are followed without leaving it; those to the API documentation and the book are not ours.
    document.addEventListener("click", (event) => {
      const link = event.target instanceof Element ? event.target.closest("a") : null;
      if (!link || event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
      const away = link.origin !== location.origin || /^\/(api|help)(\/|$)/.test(link.pathname) || link.target || link.download;
      if (away) return;
      event.preventDefault();
      this.go(link.pathname + link.search + link.hash);
    });
  }

  go(to: string): void {
    history.pushState(null, "", to);
    this.path = location.pathname;
    scrollTo(0, 0);
  }

  /** Records the position on a page in the address, so that it can be bookmarked and shared, without a history entry. */
  mark(at: string): void {
    history.replaceState(null, "", at);
  }

  /** The decoded parts of the path. */
  get parts(): string[] {
    return this.path.split("/").filter(Boolean).map(plain);
  }
}

/** A decoded part of a path; if it cannot be decoded, it stays as it was typed. */
function plain(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

export const router = new Router();
