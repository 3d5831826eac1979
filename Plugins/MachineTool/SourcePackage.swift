/// Where the package is that compiles the command: `Release/plugin-package` puts the address in its place.
let sourcePackage = "sm-gen"
